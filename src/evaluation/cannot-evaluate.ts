/** Ends the evaluation of one assertion. The message is a full sentence and becomes the assertion's `error`. */
export class CannotEvaluate extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CannotEvaluate'
  }
}
