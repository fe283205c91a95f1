// Makes the calls of a file in a module: node replay.mjs MODULE DESCRIPTION CALLS ANSWERS
// What is measured is processor time.

import { readFileSync, writeFileSync } from 'node:fs';
import { replay } from './replaying.mjs';

const [, , module, description, calls, answers] = process.argv;

function clock() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const described = JSON.parse(readFileSync(description, 'utf8'));
writeFileSync(answers, await replay(readFileSync(module), described, readFileSync(calls), clock));
