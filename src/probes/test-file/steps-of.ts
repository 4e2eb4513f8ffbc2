import type { ScriptRequest, ScriptStep } from '#contract'
import { redactionMark, secretHeaders } from '#redaction'
import type { BrowserEvent, RunStep } from '#scripting'

type RequestEvent = Extract<BrowserEvent, { readonly type: 'api-request' }>

/** Times of steps and requests are measured apart. */
const toleranceMs = 5
const maxBody = 10_000

/** The requests of a run, each given to the step that sent it. */
export class RequestEvents {
  readonly #waiting: RequestEvent[]

  constructor(events: readonly BrowserEvent[]) {
    this.#waiting = events.filter((event) => event.type === 'api-request').toSorted((a, b) => a.at - b.at)
  }

  /** The last request that was sent within a step: those before it were redirected. */
  take({ startedAt, durationMs, title }: RunStep): RequestEvent | null {
    const endsAt = startedAt + durationMs + toleranceMs
    const first = this.#waiting.findIndex(
      ({ at, method }) => at >= startedAt - toleranceMs && at <= endsAt && names(title, method),
    )
    if (first < 0) return null
    let last = first
    for (
      let next = this.#waiting[last + 1];
      isRedirected(this.#waiting[last]) && next && next.at <= endsAt;
      next = this.#waiting[last + 1]
    )
      last += 1
    return this.#waiting.splice(first, last - first + 1).at(-1) ?? null
  }
}

const isRedirected = (event: RequestEvent | undefined): boolean =>
  event !== undefined && event.status >= 300 && event.status < 400 && 'location' in event.responseHeaders

/** Titles differ between versions: `GET "/path"`, `apiRequestContext.get(url)`. A request by `fetch` may have any method. */
const names = (title: string, method: string): boolean =>
  title.toUpperCase().includes(method.toUpperCase()) || /fetch/i.test(title)

const isCall = ({ category, title }: RunStep): boolean =>
  category === 'pw:api' && /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|FETCH)\b|apiRequestContext\.|^fetch/i.test(title)

export function stepsOf(steps: readonly RunStep[], requests: RequestEvents): ScriptStep[] {
  return steps.map((step) => {
    const inner = stepsOf(step.steps, requests)
    const sent = isCall(step) ? requests.take(step) : null
    return {
      title: step.title,
      category: step.category,
      startTime: step.startedAt,
      duration: step.durationMs,
      error: step.error && step.error.message,
      position: step.position,
      ...(sent && { request: requestOf(sent) }),
      steps: inner,
    }
  })
}

const requestOf = (event: RequestEvent): ScriptRequest => ({
  method: event.method,
  url: event.url,
  headers: masked(event.headers),
  body: event.body && event.body.slice(0, maxBody),
  startedAt: event.at,
  timings: event.timings,
  response: {
    status: event.status,
    statusText: event.statusText,
    headers: masked(event.responseHeaders),
    body: event.responseBody.slice(0, maxBody),
  },
})

const masked = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      secretHeaders.has(name.toLowerCase()) ? redactionMark : value,
    ]),
  )
