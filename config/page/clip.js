// ── Clips ────────────────────────────────────────────────────────────────────────────────────────

const isMoving = () => ['gif', 'mp4', 'webm'].includes(state.format);
const isVideo = format => format === 'mp4' || format === 'webm';
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
/** The scale of a previewed clip, at most 2: every pixel is drawn and compressed many times. */
const clipScale = () => Math.min(2, screenScale());
/** The number of messages in the preview of a clip. */
const clipLimit = 40;
/** The video formats that this browser plays, without those that the service cannot write. */
let videos = [['mp4', 'video/mp4; codecs="avc1.640028"'], ['webm', 'video/webm; codecs="vp9"']]
  .filter(([, type]) => document.createElement('video').canPlayType(type)).map(([format]) => format);

/** Requests the clip for the preview: a video, or an APNG if no video format is available. */
async function requestClip(pairs, signal) {
  for (const format of videos) {
    try {
      return [format, await request('/render.' + format, pairs, signal)];
    } catch (error) {
      if (error.problem?.status !== 501) throw error;
      videos = videos.filter(other => other !== format);
    }
  }
  return ['apng', await request('/render.apng', pairs, signal)];
}
/** Waits until the size and duration of a video are known. */
function loaded(video) {
  return new Promise((resolve, reject) => {
    video.onloadedmetadata = resolve;
    video.onerror = () => reject(new DOMException('', 'EncodingError'));
  });
}
async function showVideo(url) {
  const video = $('video');
  video.autoplay = !reducedMotion.matches;
  video.src = url;
  await loaded(video);
  return [video.videoWidth, video.videoHeight];
}
function hideVideo() {
  const video = $('video');
  video.hidden = true;
  if (video.hasAttribute('src')) { video.removeAttribute('src'); video.load(); }
}
