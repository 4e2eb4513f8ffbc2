/** An error response of the API. */
export class ApiError extends Error {
  /** HTTP status. */
  readonly status: number
  /** The code of the fault; undefined when something other than the service answered. */
  readonly code: string | undefined
  /** Details, for example the mistake of each field of a body by its path. */
  readonly attributes: Readonly<Record<string, unknown>>

  constructor(status: number, message: string, attributes: Readonly<Record<string, unknown>>) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = typeof attributes['code'] === 'string' ? attributes['code'] : undefined
    this.attributes = attributes
  }
}
