import { useAllItems } from '../api/use-all-items.ts'
import { useOperation } from '../api/use-operation.ts'
import type { CheckDraft } from './check-draft.ts'
import { withAutomatic } from './check-start.ts'

/** The account's defaults for new checks; null until they are known. */
export function useCheckDefaults(): CheckDraft | null {
  const defaults = useOperation('getAccountDefaults', undefined, { staleMs: 60_000 })
  const channels = useAllItems('listAlertChannels', { staleMs: 30_000 })
  if (defaults.isPending || channels.isPending) return null
  const automatic = (channels.data ?? []).filter(({ autoSubscribe }) => autoSubscribe).map(({ id }) => id)
  return withAutomatic(defaults.data?.check ?? {}, automatic)
}
