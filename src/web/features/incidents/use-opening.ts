import { useNavigate } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { toast } from '../../ui/toasts.tsx'
import { impactsOf, useHandling, useOpenOnPage, useOpenOnServices } from './api.ts'
import type { Subject } from './subject.ts'
import type { postedOf } from './update-draft.ts'

/** Opens an incident of the kind that was chosen, names the checks behind it, and then leads to it. */
export function useOpening({ pageId: statusPageId, onServices, impacts }: Subject, checkIds: string[]) {
  const services = useOpenOnServices()
  const page = useOpenOnPage()
  const handling = useHandling()
  const navigate = useNavigate()
  const onSuccess = ({ id }: { readonly id: string }): void => {
    const onSettled = (): void => void navigate({ to: '/incidents/$id', params: { id } })
    if (checkIds.length === 0) return onSettled()
    const onError = (): void => toast({ text: lateTexts.incidents.notLinked })
    handling.mutate({ params: { incidentId: id }, body: { checkIds } }, { onError, onSettled })
  }
  const open = (name: string, update: ReturnType<typeof postedOf>): void => {
    const incidentUpdates = [update]
    if (statusPageId === '') {
      const affected = [...onServices.serviceIds].map((id) => ({ id }))
      services.mutate(
        { body: { name, severity: onServices.severity, services: affected, incidentUpdates } },
        { onSuccess },
      )
    } else {
      const componentImpacts = impactsOf(impacts)
      page.mutate({ params: { statusPageId }, body: { name, componentImpacts, incidentUpdates } }, { onSuccess })
    }
  }
  return {
    open,
    error: services.error ?? page.error,
    isPending: services.isPending || page.isPending || handling.isPending,
  }
}
