import type { State } from '../ui/status.tsx'

/** The state that an alert announces, by the type of the alert. */
export const alertState = (type: string): State =>
  type.includes('RECOVERY')
    ? 'PASSING'
    : type.endsWith('FAILURE') || type === 'ALERT_FAILURE_REMAIN'
      ? 'FAILING'
      : 'DEGRADED'
