/** Why a schema cannot be used, or a message does not fit it: the end of a sentence, for users. */
export class SchemaProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SchemaProblem'
  }
}
