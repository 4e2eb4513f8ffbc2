import { texts } from '../../strings/index.ts'
import { CodeView } from '../../ui/code/code-view.tsx'
import { formatMs } from '../../ui/format.ts'
import { Ago } from '../../ui/time.tsx'
import { targetOf } from './check-code.ts'
import type { Check } from './check-screen.tsx'

const { fields, retries, noRetries, showJson } = texts.check

/** What the check is set to. */
export function SettingsTab({ check }: { readonly check: Check }) {
  const { retryStrategy } = check
  const count = retryStrategy && 'maxRetries' in retryStrategy ? (retryStrategy.maxRetries ?? 0) : 0
  const list = (values: readonly string[] | null): string => (values ?? []).join(', ') || '–'
  return (
    <div className="pad">
      <dl className="kv">
        <dt>{fields.type}</dt>
        <dd>{texts.checks.types[check.checkType]}</dd>
        <dt>{fields.target}</dt>
        <dd className="mono">{targetOf(check) ?? '–'}</dd>
        <dt>{fields.description}</dt>
        <dd>{check.description || '–'}</dd>
        <dt>{fields.frequency}</dt>
        <dd>{check.frequency === undefined ? '–' : texts.checks.everyMinutes(check.frequency)}</dd>
        <dt>{fields.locations}</dt>
        <dd>{list(check.locations)}</dd>
        <dt>{fields.privateLocations}</dt>
        <dd>{list(check.privateLocations)}</dd>
        <dt>{fields.tags}</dt>
        <dd>{list(check.tags)}</dd>
        <dt>{fields.limits}</dt>
        <dd>
          {formatMs(check.degradedResponseTime)}, {formatMs(check.maxResponseTime)}
        </dd>
        <dt>{fields.retries}</dt>
        <dd>{count > 0 ? retries(count) : noRetries}</dd>
        <dt>{fields.created}</dt>
        <dd>
          <Ago at={check.created_at} />
        </dd>
        <dt>{fields.updated}</dt>
        <dd>
          <Ago at={check.updated_at} />
        </dd>
      </dl>
      <div className="mt24">
        <CodeView label={showJson} text={JSON.stringify(check, null, 2)} language="json" />
      </div>
    </div>
  )
}
