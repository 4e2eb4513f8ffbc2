import { descriptorOf, isPrivateQueue, locationOfQueue } from '#contract'
import type { RunTask } from '#contract'
import { findProxyUrls } from '#storage'
import type { RunTaskRow, Store } from '#storage'
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
  // A variable that is the entire URL is inserted as is; one that is a part of it is encoded, so that it stays that
  // part.
  const encode = proxyUrl.startsWith('{{') ? 'none' : 'component'
  const rendered = renderTemplate(proxyUrl, variables, { ...chance, encode })
  if (rendered.problem !== undefined) return { ...task, unprepared: `proxyUrl: ${rendered.problem}` }
  const address = URL.parse(rendered.text)
  if (address === null) return { ...task, unprepared: 'proxyUrl: with its variables filled in it is not a URL.' }
  return { ...task, proxyUrl: rendered.text, secrets: [...task.secrets, ...passwordsOf(address)] }
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
