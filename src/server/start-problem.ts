/** A reason not to start that the operator can remove. Its message is printed as it is, without a stack. */
export class StartProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartProblem'
  }
}
