import type { FieldProblem } from '#contract'
import { language } from '../language.ts'

/** An error reply of the service, or no reply at all (`status` 0). */
export class ApiError extends Error {
  /** HTTP status; 0: the service was not reached. */
  readonly status: number
  /** The code of the fault, as in the documentation of errors. */
  readonly code: string | null
  /** The mistake of each field of a body by its path, for example `request.url`, in the language of the page. */
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
  const problems = problemsIn(reply)
  const texts = await translated(problems)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(response.status, texts ? sentencesOf(texts) : message, {
    code: typeof code === 'string' ? code : null,
    fields: {
      // Some faults say in their message alone what is wrong with the field.
      ...Object.fromEntries(problems.map(({ path }) => [path, message])),
      ...Object.fromEntries(
        Object.entries(fields).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
      ),
      ...(texts && Object.fromEntries(texts)),
    },
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  })
}

/** Null where the words of the service are used: in English, and while the texts cannot be loaded. */
async function translated(problems: readonly FieldProblem[]): Promise<ReadonlyMap<string, string> | null> {
  if (language !== 'de' || problems.length === 0) return null
  const late = await import('../strings/de/problem-text.ts').catch(() => null)
  return late && late.problemTexts(problems)
}

const sentencesOf = (texts: ReadonlyMap<string, string>): string =>
  [...texts].map(([path, text]) => `${path} ${text}`).join('; ')

/** The cast is safe because the service returns what the contract declares; its conformance tests check that. */
const problemsIn = ({ problems }: Readonly<Record<string, unknown>>): readonly FieldProblem[] =>
  Array.isArray(problems) ? (problems as readonly FieldProblem[]) : []

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
