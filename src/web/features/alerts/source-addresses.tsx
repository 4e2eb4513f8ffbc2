import { lateTexts } from '../../strings/late.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { NewAlertSource } from './api.ts'

const words = lateTexts.receivedAlerts

/** The addresses of a source that was just made, for each kind of tool. */
export const SourceAddresses = ({
  source,
  onClose,
}: {
  readonly source: NewAlertSource
  readonly onClose: () => void
}) => {
  const { origin } = new URL(source.webhookUrl)
  return (
    <Dialog title={words.addresses(source.name)} isWide onClose={onClose}>
      <div className="stack gap12">
        <p>{words.addressesText}</p>
        <CodeBlock label={words.webhook} text={source.webhookUrl} />
        <CodeBlock label={words.prometheus} text={prometheusOf(source.alertmanagerUrl)} />
        <CodeBlock label={words.oncall} text={`${origin}/integrations/v1/formatted_webhook/${source.token}/`} />
        <CodeBlock label={words.pagerduty} text={`${origin}/v2/enqueue\n${source.token}`} />
      </div>
    </Dialog>
  )
}

function prometheusOf(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return [
    'alerting:',
    '  alertmanagers:',
    `    - scheme: ${protocol.slice(0, -1)}`,
    `      path_prefix: ${pathname}`,
    '      static_configs:',
    `        - targets: ['${host}']`,
  ].join('\n')
}
