#include <vpx/vp8cx.h>
#include <vpx/vpx_encoder.h>

/* Wraps what Swift cannot import: a sum of macros, a variadic function, a member of a union. */

static const int vpx_encoder_version = VPX_ENCODER_ABI_VERSION;

/* Calls `vpx_codec_control_`, whose address was looked up by name. */
static inline vpx_codec_err_t vpx_set_number(void *control, vpx_codec_ctx_t *context, int key, int value) {
    return ((vpx_codec_err_t(*)(vpx_codec_ctx_t *, int, ...))control)(context, key, value);
}

/* Returns the bytes of a compressed frame, or null for any other packet. */
static inline const void *vpx_packet_bytes(const vpx_codec_cx_pkt_t *packet) {
    return packet->kind == VPX_CODEC_CX_FRAME_PKT ? packet->data.frame.buf : NULL;
}

static inline size_t vpx_packet_size(const vpx_codec_cx_pkt_t *packet) { return packet->data.frame.sz; }

static inline int vpx_packet_is_key(const vpx_codec_cx_pkt_t *packet) {
    return (packet->data.frame.flags & VPX_FRAME_IS_KEY) != 0;
}
