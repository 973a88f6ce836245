// dotnet run sign.cs [TARGET [KEY [EXPIRES]]]     (.NET 10; with Mono: mcs sign.cs && mono sign.exe)
using System;
using System.Security.Cryptography;
using System.Text;

static class Sign
{
    /// <summary>The path and query of a picture, percent-encoded, with a signature until expires (Unix seconds).</summary>
    static string Signed(string target, string key, long expires)
    {
        target += (target.Contains("?") ? "&" : "?") + "expires=" + expires;
        using (var code = new HMACSHA256(Encoding.UTF8.GetBytes(key)))
        {
            var text = Convert.ToBase64String(code.ComputeHash(Encoding.UTF8.GetBytes(target)));
            return target + "&sig=" + text.TrimEnd('=').Replace('+', '-').Replace('/', '_');
        }
    }

    static void Main(string[] words)
    {
        var target = words.Length > 0 ? words[0] : "/render.png?m=Hi!&m=Caf%C3%A9&theme=whatsapp";
        var key = words.Length > 1 ? words[1] : "secret";
        Console.WriteLine(Signed(target, key, words.Length > 2 ? long.Parse(words[2]) : 4102444800));
    }
}
