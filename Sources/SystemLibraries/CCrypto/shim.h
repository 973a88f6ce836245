// The functions of one hash, which copy a hashed key without allocating memory. PBKDF2 does so up to
// twenty million times.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <openssl/cms.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/ts.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// The function that frees libcrypto's memory is a macro. The memory may have held a key.
static inline void bytes_free(void *bytes, long count) { OPENSSL_clear_free(bytes, count); }

// The function that returns the contents of a memory BIO is a macro.
static inline long memory_bio_data(BIO *bio, char **data) { return BIO_get_mem_data(bio, data); }

// Formats a name on one line by RFC 2253, with letters of all scripts unchanged and control
// characters escaped. The flags are a macro with casts.
static const unsigned long name_on_a_line = XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB;
