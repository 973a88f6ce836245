// java sign.java [TARGET [KEY [EXPIRES]]]
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Sign {
    /** The path and query of a picture, percent-encoded, with a signature until {@code expires} (Unix seconds). */
    static String signed(String target, String key, long expires) throws GeneralSecurityException {
        target += (target.contains("?") ? "&" : "?") + "expires=" + expires;
        Mac code = Mac.getInstance("HmacSHA256");
        code.init(new SecretKeySpec(key.getBytes(UTF_8), "HmacSHA256"));
        byte[] digest = code.doFinal(target.getBytes(UTF_8));
        return target + "&sig=" + Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    }

    public static void main(String[] words) throws GeneralSecurityException {
        String target = words.length > 0 ? words[0] : "/render.png?m=Hi!&m=Caf%C3%A9&theme=whatsapp";
        String key = words.length > 1 ? words[1] : "secret";
        System.out.println(signed(target, key, words.length > 2 ? Long.parseLong(words[2]) : 4102444800L));
    }
}
