// node sign.mjs [TARGET [KEY [EXPIRES]]]
import { createHmac } from 'node:crypto';

// The path and query of a picture, percent-encoded, with a signature until `expires` (Unix seconds).
export function signed(target, key, expires) {
  const dated = `${target}${target.includes('?') ? '&' : '?'}expires=${expires}`;
  return `${dated}&sig=${createHmac('sha256', key).update(dated).digest('base64url')}`;
}

const [target = '/render.png?m=Hi!&m=Caf%C3%A9&theme=whatsapp', key = 'secret', expires = 4102444800] =
  process.argv.slice(2);
console.log(signed(target, key, expires));
