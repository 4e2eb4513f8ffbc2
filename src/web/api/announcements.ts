import type { ChangingOperation } from './changes.ts'

/** A message to the other tabs of the browser. */
type Announcement = { readonly changed: string | null; readonly by: ChangingOperation } | { readonly signedOut: true }

const channel = new BroadcastChannel('belfry-changes')
const listeners = new Set<() => void>()

/** Announces a change in an account, so that other tabs read again what it changed. */
export const announceChange = (account: string | null, by: ChangingOperation): void =>
  channel.postMessage({ changed: account, by } satisfies Announcement)

export const announceSignOut = (): void => channel.postMessage({ signedOut: true } satisfies Announcement)

/** Tells all listeners of this tab that the service has rejected the session. */
export function announceUnauthorized(): void {
  for (const notify of listeners) notify()
}

/** Calls the functions when another tab has changed something of the account, and when the session may have ended. */
export function onAnnouncements(
  account: string | null,
  {
    onChange,
    onUnauthorized,
  }: { readonly onChange: (by: ChangingOperation) => void; readonly onUnauthorized: () => void },
): () => void {
  const receive = ({ data }: MessageEvent<Announcement>): void => {
    if ('signedOut' in data) onUnauthorized()
    else if (data.changed === account) onChange(data.by)
  }
  channel.addEventListener('message', receive)
  listeners.add(onUnauthorized)
  return () => {
    channel.removeEventListener('message', receive)
    listeners.delete(onUnauthorized)
  }
}
