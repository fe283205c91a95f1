// A bot in JavaScript: one line of JSON in, one line out. It plays any game, always the legal move with the
// shortest text, and says so.
//
//     partie match quarto "process:node examples/bots/bot.js" beginner
import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  const moves = question.legal.map((one) => one.text);
  const move = moves.reduce((a, b) => (b.length < a.length ? b : a));
  const values = Object.fromEntries(moves.map((text) => [text, -text.length]));
  console.log(JSON.stringify({ id: question.id, move, values, why: 'The shortest to write.' }));
}
