import { alertRulesText } from '../alerting/alert-rules.ts'
import type { Rules } from '../alerting/alert-rules.ts'
import { lateTexts } from '../strings/late.ts'
import { isObject, valueAt } from '../ui/form/body.ts'

/** The alert settings of a body in words, as they are edited. */
export function AlertRulesPreview({ body }: { readonly body: object }) {
  const given = valueAt(body, 'alertSettings')
  const rules = isObject(given) ? rulesIn(given) : {}
  return (
    <p className="mute" aria-live="polite">
      {lateTexts.editor.alertsInWords(alertRulesText(rules))}
    </p>
  )
}

/** A policy counts once its numbers are entered. The form sets the types of the others. */
function rulesIn(given: object): Rules {
  const isWhole = (name: string, ...parts: readonly string[]): boolean =>
    parts.every((part) => typeof valueAt(given, `${name}.${part}`) === 'number')
  return {
    ...(given as Rules),
    ...(!isWhole('windowBasedEscalation', 'failedRunThreshold', 'runs') && { windowBasedEscalation: null }),
    ...(!isWhole('runBasedRecovery', 'passedRunThreshold') && { runBasedRecovery: null }),
  }
}
