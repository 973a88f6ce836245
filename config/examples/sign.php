<?php
// php sign.php [TARGET [KEY [EXPIRES]]]

// The path and query of a picture, percent-encoded, with a signature until $expires (Unix seconds).
function signed(string $target, string $key, int $expires): string
{
    $target .= (str_contains($target, '?') ? '&' : '?') . "expires=$expires";
    $code = base64_encode(hash_hmac('sha256', $target, $key, true));
    return $target . '&sig=' . rtrim(strtr($code, '+/', '-_'), '=');
}

$target = $argv[1] ?? '/render.png?m=Hi!&m=Caf%C3%A9&theme=whatsapp';
echo signed($target, $argv[2] ?? 'secret', (int) ($argv[3] ?? 4102444800)), "\n";
