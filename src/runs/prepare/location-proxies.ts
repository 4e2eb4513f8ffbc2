import { descriptorOf, isPrivateQueue, locationOfQueue } from '#contract'
import type { RunTask } from '#contract'
import { writeReason } from '#contract/reasons'
import { findProxyUrls } from '#storage/checks'
import type { Store } from '#storage/database'
import type { RunTaskRow } from '#storage/runs'
import { renderTemplate } from '#templating'
import type { TemplateChance } from '#templating'
import type { PreparedCheck } from './prepared-check.ts'

/** The proxy URLs of the private locations of these runs, by queue. Runs in public locations cost nothing. */
export function findLocationProxies(
  { db, encryption }: Store,
  rows: readonly RunTaskRow[],
): Promise<ReadonlyMap<string, string>> {
  const privateRuns = rows.filter((row) => isPrivateQueue(row.queue))
  const byQueue = new Map(privateRuns.map((row) => [row.queue, row]))
  return findProxyUrls(
    db,
    encryption,
    [...byQueue.values()].map((row) => ({ accountId: row.accountId, slugName: locationOfQueue(row.queue) })),
  )
}

/**
 * Sends the calls of API checks through the proxy of their private location, whose URL may contain variables of the
 * check. A run whose proxy URL is invalid is not executed and reports the reason.
 */
export function withProxy(
  task: RunTask,
  proxyUrl: string | undefined,
  { variables }: PreparedCheck,
  chance: TemplateChance,
): RunTask {
  if (proxyUrl === undefined || !descriptorOf(task.checkType).takesProxy || task.unprepared !== undefined) return task
  const { credentials, rest } = partsOf(proxyUrl)
  const filled = renderTemplate(credentials, variables, { ...chance, encode: 'component' })
  const plain = renderTemplate(rest, variables, { ...chance, encode: 'none' })
  const problem = filled.problem ?? plain.problem
  if (problem !== undefined) return { ...task, unprepared: writeReason('PROXY_URL', { reason: problem }) }
  const text = `${filled.text}${plain.text}`
  const address = URL.parse(text)
  if (address === null || address.host === '' || address.pathname !== '/')
    return { ...task, unprepared: writeReason('NOT_A_PROXY_URL') }
  return { ...task, proxyUrl: text, secrets: [...task.secrets, ...passwordsOf(address)] }
}

/**
 * A variable in the credentials is encoded, so that it stays that part. Others are inserted as they are: one may bring
 * host and port, or the entire URL.
 */
function partsOf(proxyUrl: string): { readonly credentials: string; readonly rest: string } {
  const end = proxyUrl.startsWith('{{') ? 0 : proxyUrl.lastIndexOf('@') + 1
  return { credentials: proxyUrl.slice(0, end), rest: proxyUrl.slice(end) }
}

/** As it is, and as it is encoded in the URL. */
function passwordsOf({ password }: URL): string[] {
  if (password === '') return []
  try {
    return [...new Set([password, decodeURIComponent(password)])]
  } catch {
    return [password]
  }
}
