import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { CheckBadgePane } from '../../integrations/badge-pane.tsx'
import { DeploymentPane } from '../../integrations/deployment-pane.tsx'
import { CheckTriggerPane } from '../../integrations/trigger-pane.tsx'
import { CodeView } from '../../ui/code/code-view.tsx'
import { formatMs } from '../../ui/format.ts'
import { Ago } from '../../ui/time.tsx'
import { targetOf } from '../../check-code/check-code.ts'
import type { Check } from './api.ts'
import { EffectiveSettings } from './effective-settings.tsx'
import { KeyValues } from '../../ui/key-values.tsx'

const { fields, showJson } = lateTexts.check

/** The settings of the check. */
export function SettingsTab({ check }: { readonly check: Check }) {
  return (
    <>
      <div className="pad">
        <KeyValues>
          <dt>{fields.type}</dt>
          <dd>{texts.checks.types[check.checkType]}</dd>
          <dt>{fields.target}</dt>
          <dd className="mono">{targetOf(check) ?? '–'}</dd>
          <dt>{fields.description}</dt>
          <dd>{check.description || '–'}</dd>
          <dt>{fields.frequency}</dt>
          <dd>{check.frequency === undefined ? '–' : texts.checks.everyMinutes(check.frequency)}</dd>
          <dt>{fields.limits}</dt>
          <dd>
            {formatMs(check.degradedResponseTime)}, {formatMs(check.maxResponseTime)}
          </dd>
          <dt>{fields.created}</dt>
          <dd>
            <Ago at={check.created_at} />
          </dd>
          <dt>{fields.updated}</dt>
          <dd>
            <Ago at={check.updated_at} />
          </dd>
        </KeyValues>
        <EffectiveSettings checkId={check.id} />
        <div className="mt24">
          <CodeView label={showJson} text={JSON.stringify(check, null, 2)} language="json" />
        </div>
      </div>
      <CheckBadgePane checkId={check.id} name={check.name} />
      {check.checkType !== 'HEARTBEAT' && (
        <>
          <CheckTriggerPane checkId={check.id} />
          <DeploymentPane target={{ checkId: check.id }} />
        </>
      )}
    </>
  )
}
