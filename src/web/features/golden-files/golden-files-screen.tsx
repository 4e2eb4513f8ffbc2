import { Link } from '@tanstack/react-router'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { formatBytes, formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { useChecksWithGoldenFiles } from './api.ts'

const words = lateTexts.goldenFiles

/** The checks that compare pictures and texts with golden files. */
export const GoldenFilesScreen = () => (
  <Page title={words.title} more={words.subtitle}>
    <Loaded query={useChecksWithGoldenFiles()}>
      {(checks) =>
        checks.length === 0 ? (
          <Empty title={words.none}>{words.noneText}</Empty>
        ) : (
          <Table isStacked>
            <TableHead columns={[words.check, words.type, words.files, words.size]} />
            <tbody>
              {checks.map(({ checkId, name, checkType, files, bytes }) => (
                <tr key={checkId}>
                  <td>
                    <Link className="link" to="/golden-files/$id" params={{ id: checkId }}>
                      {name}
                    </Link>
                  </td>
                  <td className="dim">{texts.checks.types[checkType]}</td>
                  <td data-label={words.files}>{formatNumber(files)}</td>
                  <td className="dim" data-label={words.size}>
                    {formatBytes(bytes)}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )
      }
    </Loaded>
  </Page>
)
