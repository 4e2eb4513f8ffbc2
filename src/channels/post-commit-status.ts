import type { CommitStatus, Delivery } from '#contract'
import { writeReason } from '#contract/reasons'
import { redactor } from '#redaction'
import type { HttpResult } from '#egress'
import type { ChannelTools } from './channel-notification.ts'
import { isPermanentRejection, classifyResponse, retryDelivery } from './classify-response.ts'
import { recordMs, timeoutMs } from './post-json.ts'

export interface GithubTools extends Pick<ChannelTools, 'http' | 'clock' | 'signal'> {
  /** Of the API, without a trailing slash. */
  readonly apiUrl: string
  readonly token: string
}

/**
 * One attempt to set a commit status at GitHub (REST API, "Create a commit status"). Resolves with the outcome; the
 * token is redacted from the response.
 */
export async function postCommitStatus(status: CommitStatus, tools: GithubTools): Promise<Delivery> {
  const result = await tools.http({
    method: 'POST',
    url: `${tools.apiUrl}/repos/${status.repoName}/statuses/${status.commitId}`,
    headers: {
      authorization: `Bearer ${tools.token}`,
      accept: 'application/vnd.github+json',
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Belfry',
      'x-github-api-version': '2022-11-28',
    },
    body: JSON.stringify({
      state: status.state,
      context: status.context,
      description: status.description,
      target_url: status.targetUrl,
    }),
    timeoutMs,
    bodyTimeoutMs: recordMs,
    signal: tools.signal,
  })
  const delivery = isRateLimited(result)
    ? retryDelivery(result, tools.clock.now(), writeReason('TOKEN_LIMIT'))
    : classifyResponse(result, tools.clock.now(), isPermanentRejection)
  return {
    ...delivery,
    response: redactor([tools.token])(delivery.response).slice(0, maxResponseLength).toWellFormed(),
  }
}

const maxResponseLength = 1024

/** GitHub answers 403, not 429, when the rate limit of a token is exceeded. */
const isRateLimited = (result: HttpResult): result is Extract<HttpResult, { failure: null }> =>
  result.failure === null &&
  result.status === 403 &&
  (result.headers['retry-after'] !== undefined || result.headers['x-ratelimit-remaining'] === '0')
