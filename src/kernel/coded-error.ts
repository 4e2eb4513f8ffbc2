/** An error of the operator's environment: the message says what to do, the code is for programs. */
export abstract class CodedError<Code extends string> extends Error {
  readonly code: Code

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = new.target.name
    this.code = code
  }
}
