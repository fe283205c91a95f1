// The workers in which programs think: asked one question at a time, stopped, and replaced if they do not stop.

const GRACE = 1_000; // milliseconds in which a program has to stop whose answer nobody needs any more
const PATIENCE = 10_000; // after its time, for a program that answers on: what it counts takes longer on a slow device
const IDLE = 30_000; // after which a second worker is ended
const ENOUGH_CORES = 4; // for a second worker, beside the page, the referee and the first

export const TOO_LONG = 'This took longer than the time allowed and was stopped: ask for less at a time.';

/** Whether somebody waits for a program's move, not for a hint, a comment or an answer of the game's own. */
const isTurn = (question) => question.adviser === false;

/** One worker, and the question that it has. If it is not to stay, it ends when nobody has asked it for a while. */
class Thinker {
  constructor(all, stays) {
    Object.assign(this, { all, stays });
    this.question = null;
  }

  /** Has the worker ready for a question. */
  prepare() {
    if (this.opening) return;
    const opening = (this.opening = this.all.open((message) => this.take(message)));
    opening.catch(() => {
      if (this.opening === opening) this.opening = null;
    });
  }

  async ask(question) {
    this.question = question;
    clearTimeout(this.timer);
    this.prepare();
    try {
      const worker = await this.opening;
      if (this.question !== question) return;
      this.worker = worker;
      worker.send({ think: JSON.stringify(question) });
    } catch (error) {
      if (this.question === question) this.answer({ number: question.number, error: error.message });
    }
  }

  /** Takes what the worker says: that it begins to think, or waits for a file and begins again; its answer. */
  take({ begun, waiting, thought }) {
    const number = begun ?? waiting ?? thought?.number;
    if (this.question?.number !== number) return;
    if (thought) return this.answer(thought);
    if (this.isStopped) return;
    clearTimeout(this.timer);
    if (begun !== undefined) this.timer = setTimeout(() => this.timeIsUp(), this.question.seconds * 1000);
  }

  answer(answer) {
    this.free();
    this.all.answered(answer);
    this.all.next();
  }

  /** The program answers with the best it has found, if it can be told to; otherwise it may still come to its end. */
  timeIsUp() {
    this.worker.raise?.();
    this.timer = setTimeout(() => {
      const { number } = this.question;
      this.end();
      this.all.answered({ number, error: TOO_LONG });
      this.all.next();
    }, PATIENCE);
  }

  /** Stops a program whose answer is no longer needed. */
  stop() {
    if (!this.worker) return this.free();
    if (!this.worker.raise) return this.end();
    clearTimeout(this.timer);
    this.isStopped = true;
    this.worker.raise();
    this.timer = setTimeout(() => {
      this.end();
      this.all.next();
    }, GRACE);
  }

  /** Ends the worker; one that stays is replaced at once. */
  end() {
    this.worker.end();
    this.opening = null;
    this.free();
    if (this.stays) this.prepare();
  }

  /** Is ready for another question. */
  free() {
    clearTimeout(this.timer);
    const { worker } = this;
    Object.assign(this, { question: null, worker: null, isStopped: false });
    if (worker && this.opening && !this.stays)
      this.timer = setTimeout(() => {
        worker.end();
        this.opening = null;
      }, IDLE);
  }
}

/** Passes questions to workers. */
export class Thinkers {
  /**
   * `open(take)` starts a worker, which says things to `take`, and promises `{ send, end, raise }`: `raise` raises the
   * flag of its program, and is not there without shared memory. `answered(answer)` takes answers. On devices with enough
   * `cores` a second worker is started when somebody asks something while a program thinks about its move.
   */
  constructor(open, answered, cores) {
    Object.assign(this, { open, answered, questions: [] });
    this.first = new Thinker(this, true);
    this.second = cores >= ENOUGH_CORES ? new Thinker(this, false) : null;
  }

  /** Has the first worker ready. */
  prepare() {
    this.first.prepare();
  }

  ask(question) {
    this.questions.push(question);
    this.next();
  }

  /** Stops thinking about a question whose answer is no longer needed. */
  stop(number) {
    this.questions = this.questions.filter((question) => question.number !== number);
    for (const one of [this.first, this.second]) if (one?.question?.number === number) one.stop();
    this.next();
  }

  next() {
    for (const question of [...this.questions]) {
      const free = this.freeFor(question);
      if (!free) continue;
      this.questions.splice(this.questions.indexOf(question), 1);
      void free.ask(question);
    }
  }

  freeFor(question) {
    const { first, second } = this;
    if (!first.question) return first;
    return second && !second.question && isTurn(first.question) && !isTurn(question) ? second : null;
  }
}
