import { lateTexts } from '../../strings/late.ts'
import { formatFull } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { Table, TableRegion } from '../../ui/table.tsx'
import { useCertificates } from './api.ts'

const words = lateTexts.series

/** Until when the certificates of the hosts are valid that the last runs asked; nothing where they asked none. */
export function Certificates({ checkId }: { readonly checkId: string }) {
  const certificates = useCertificates(checkId)
  if (certificates.length === 0) return null
  return (
    <Pane title={words.certificates}>
      <TableRegion aria-label={words.certificates}>
        <Table isFlat isStacked>
          <thead>
            <tr>
              <th scope="col">{words.host}</th>
              <th scope="col">{words.issuer}</th>
              <th scope="col">{words.validTo}</th>
            </tr>
          </thead>
          <tbody>
            {certificates.map(({ host, issuer, validTo, daysRemaining }) => (
              <tr key={host}>
                <td>{host}</td>
                <td className="anywhere" data-label={words.issuer}>
                  {issuer}
                </td>
                <td data-label={words.validTo}>
                  {formatFull(validTo)}{' '}
                  <span className="mute">
                    {daysRemaining < 0 ? words.certificateExpired : words.certificateDays(daysRemaining)}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableRegion>
    </Pane>
  )
}
