import { lateTexts } from '../../strings/late.ts'
import { toastError } from '../../ui/toast-error.ts'
import { useHandling } from './api.ts'
import type { Incident } from './api.ts'

const words = lateTexts.incidents

interface Handled {
  readonly label: string
  readonly run: () => void
}

/** Publishes an incident or hides it; takes it over from what resolves it, or hands it back, where something does. */
export function useHandled(incident: Incident): {
  readonly isBusy: boolean
  readonly publication: Handled
  readonly takeOver: Handled | undefined
} {
  const handling = useHandling()
  const handle = (body: { readonly isPublished: boolean } | { readonly isTakenOver: boolean }) => (): void =>
    handling.mutate({ params: { incidentId: incident.id }, body }, { onError: toastError })
  const { isPublished } = incident
  const isTakenOver = incident.takenOverAt !== null
  return {
    isBusy: handling.isPending,
    publication: { label: isPublished ? words.hide : words.publish, run: handle({ isPublished: !isPublished }) },
    takeOver: isAutomatic(incident)
      ? { label: isTakenOver ? words.handBack : words.takeOver, run: handle({ isTakenOver: !isTakenOver }) }
      : undefined,
  }
}

/** A rule that was deleted resolves nothing, and neither does a check of an incident of a page without its rule. */
const isAutomatic = ({ openedBy, status, statusPageId }: Incident): boolean =>
  openedBy !== null && status !== 'RESOLVED' && (statusPageId === null || openedBy.ruleName !== null)
