/** Aborts the evaluation of one assertion. The message is a sentence and becomes the assertion's `error`. */
export class CannotEvaluate extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CannotEvaluate'
  }
}
