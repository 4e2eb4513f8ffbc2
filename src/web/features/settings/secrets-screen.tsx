import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { useSecretScan } from './api.ts'
import type { Finding } from './api.ts'
import { SettingsFrame } from './settings-frame.tsx'

const words = lateTexts.installation.secrets

/** Readable values that look like credentials, and where each is. */
export function SecretsScreen() {
  const scan = useSecretScan()
  return (
    <SettingsFrame
      title={words.title}
      actions={
        <Button isBusy={scan.isFetching} onClick={() => void scan.refetch()}>
          {words.again}
        </Button>
      }
    >
      <Loaded query={scan}>
        {(findings) =>
          findings.length === 0 ? (
            <Empty title={words.none}>{words.noneText}</Empty>
          ) : (
            <>
              <p className="pad dim">{words.text(findings.length)}</p>
              <Table isStacked>
                <TableHead columns={[words.where, words.field, words.value]} />
                <tbody>
                  {findings.map((finding) => (
                    <Row key={`${finding.entityType} ${finding.entityId} ${finding.fieldPath}`} finding={finding} />
                  ))}
                </tbody>
              </Table>
            </>
          )
        }
      </Loaded>
    </SettingsFrame>
  )
}

const Row = ({ finding }: { readonly finding: Finding }) => (
  <tr>
    <td>
      <span className="row wrap">
        <Where finding={finding} /> <span className="kind">{words.types[finding.entityType]}</span>
      </span>
    </td>
    <td className="mono dim anywhere">{finding.fieldPath}</td>
    <td className="mono dim">{finding.valuePreview ?? '–'}</td>
  </tr>
)

function Where({ finding: { entityType, entityId, entityName } }: { readonly finding: Finding }) {
  const name = <b>{entityName ?? entityId}</b>
  if (entityType === 'CHECK')
    return (
      <Link className="quiet" to="/checks/$id/edit" params={{ id: entityId }}>
        {name}
      </Link>
    )
  if (entityType === 'CHECK_GROUP')
    return (
      <Link className="quiet" to="/groups/$id" params={{ id: entityId }}>
        {name}
      </Link>
    )
  if (entityType === 'ALERT_CHANNEL')
    return (
      <Link className="quiet" to="/channels/$id" params={{ id: entityId }}>
        {name}
      </Link>
    )
  if (entityType === 'INTEGRATION') return name
  return (
    <Link className="quiet" to={entityType === 'SNIPPET' ? '/settings/snippets' : '/settings/variables'}>
      {name}
    </Link>
  )
}
