// node render.mjs [SERVICE] [FILE]
import { writeFile } from 'node:fs/promises';

const [service = 'http://localhost:8080', file = 'chat.png'] = process.argv.slice(2);

const conversation = {
  me: 'ana',
  messages: [
    { from: 'ben', text: 'Are you coming? 🚲' },
    { from: 'ana', text: 'On my way!', status: 'read' },
  ],
};
const answer = await fetch(`${service}/render.${file.split('.').pop()}?theme=whatsapp`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(conversation),
});
if (answer.ok) {
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  console.log(file, answer.headers.get('Chatprint-Width'), '×', answer.headers.get('Chatprint-Height'));
} else {
  console.error((await answer.json()).detail);
  process.exitCode = 1;
}
