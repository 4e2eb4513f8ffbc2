import { useLocation } from '@tanstack/react-router'
import type { UsedOperation } from '../api/operations.ts'
import { useSession } from '../session/session.tsx'

/** The operations that create what screens are about, by the first part of the address. */
const creations: Readonly<Record<string, UsedOperation>> = {
  '/checks': 'createCheckGeneric',
  '/groups': 'createCheckGroupV2',
  '/channels': 'createAlertChannel',
  '/incidents': 'createStatusPageIncident',
  '/maintenance': 'createMaintenanceWindow',
  '/status-pages': 'createStatusPageV3',
  '/boards': 'createDashboard',
}

/** The address at which the person creates what the screen is about; null: nothing, or it is being written. */
export function useCreation(): string | null {
  const { pathname } = useLocation()
  const { may } = useSession()
  const area = pathname === '/' ? '/checks' : `/${pathname.split('/')[1]}`
  const operation = creations[area]
  if (operation === undefined || /\/(new|edit)$/.test(pathname)) return null
  return may(operation) ? `${area}/new` : null
}
