/** A start error that the operator can fix. Its message is printed without a stack trace. */
export class StartProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartProblem'
  }
}
