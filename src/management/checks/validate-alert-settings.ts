import type { AlertSettings, AlertSettingsBody } from '#contract'
import { Fault } from '#kernel'

/**
 * Rejects alert settings that could never alert. `path` is that of the settings in the body, with a dot at its end; empty
 * where they are the body. Throws ALERT_WINDOW_INVALID.
 */
export function validateAlertSettings(settings: AlertSettings | AlertSettingsBody | null | undefined, path = ''): void {
  const window = settings?.windowBasedEscalation
  if (!window || window.failedRunThreshold <= window.runs) return
  throw new Fault('ALERT_WINDOW_INVALID', {
    values: { failed: window.failedRunThreshold, runs: window.runs },
    problems: [
      {
        path: `${path}windowBasedEscalation.failedRunThreshold`,
        rule: 'notAbove',
        parameters: { field: 'windowBasedEscalation.runs' },
      },
    ],
  })
}
