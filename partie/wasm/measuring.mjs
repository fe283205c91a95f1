// A worker that makes calls in modules in a browser, as replay.mjs does in Node: asks chromium.py for calls, answers,
// and asks again. What is measured is elapsed time: a page cannot know its processor time.

import { replay } from './replaying.mjs';

const clock = () => performance.now() / 1000;

async function answer() {
  try {
    const [module, description, calls] = await Promise.all(
      ['module', 'description', 'calls'].map(async (name) => (await fetch(name)).arrayBuffer()),
    );
    const described = JSON.parse(new TextDecoder().decode(description));
    return ['answers', await replay(module, described, new Uint8Array(calls), clock)];
  } catch (error) {
    return ['failure', String(error.message ?? error)];
  }
}

while ((await (await fetch('next')).text()) === 'calls') {
  const [name, body] = await answer();
  await fetch(name, { method: 'POST', body });
}
