/** An error reply of the service, or no reply at all (`status` 0). */
export class ApiError extends Error {
  /** HTTP status; 0: the service was not reached. */
  readonly status: number
  /** The code of the fault, as in the documentation of errors. */
  readonly code: string | null
  /** The mistake of each field of a body by its path, for example `request.url`. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait before another try, when the service said so. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    message: string,
    details: Partial<Pick<ApiError, 'code' | 'fields' | 'retryAfter'>> = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = details.code ?? null
    this.fields = details.fields ?? {}
    this.retryAfter = details.retryAfter ?? null
  }
}

/** Reads the error reply of the service; other bodies (of a proxy) have no message of ours. */
export async function readError(response: Response): Promise<ApiError> {
  const reply = objectOf(await response.json().catch(() => null))
  const { code, ...fields } = objectOf(reply['attributes'])
  const message = typeof reply['message'] === 'string' ? reply['message'] : `HTTP ${response.status}`
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(response.status, message, {
    code: typeof code === 'string' ? code : null,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
    ),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  })
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
