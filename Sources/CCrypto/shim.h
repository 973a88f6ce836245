#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Stacks are macros, which Swift cannot call.
static inline int certificates_count(const STACK_OF(X509) *stack) { return stack ? sk_X509_num(stack) : 0; }
static inline X509 *certificates_at(const STACK_OF(X509) *stack, int index) {
    return sk_X509_value(stack, index);
}
static inline void certificates_free(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }

// What libcrypto has given is given back by a macro.
static inline void bytes_free(void *bytes) { OPENSSL_free(bytes); }

// What a memory BIO holds is asked for by a macro.
static inline long memory_bio_data(BIO *bio, char **data) { return BIO_get_mem_data(bio, data); }

// A name on one line as RFC 2253 writes it, letters of all scripts as they are and control characters escaped: a
// macro of casts.
static const unsigned long name_on_a_line = XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB;
