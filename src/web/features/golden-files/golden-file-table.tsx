import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { Table } from '../../ui/table.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { Ago } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { toast } from '../../ui/toasts.tsx'
import { useSetGoldenFile } from './api.ts'
import type { GoldenFiles } from './api.ts'

const words = lateTexts.goldenFiles

interface Props {
  readonly checkId: string
  readonly files: GoldenFiles['files']
}

/** The golden files of a check; one that is removed can be put back. */
export function GoldenFileTable({ checkId, files }: Props) {
  const may = useMay('setGoldenFile')
  const change = useSetGoldenFile()
  const params = { id: checkId }
  const remove = (path: string): void =>
    change.mutate(
      { params, body: { path, key: null } },
      {
        onError: toastError,
        onSuccess: ({ previousKey }) =>
          toast({
            text: words.removed(path),
            undo: () => change.mutate({ params, body: { path, key: previousKey } }, { onError: toastError }),
          }),
      },
    )
  return (
    <Pane title={words.title} more={files.length === 0 ? null : String(files.length)}>
      {files.length === 0 ? (
        <p className="padx pb dim">{words.noFiles}</p>
      ) : (
        <Table isStacked>
          <TableHead columns={[words.path, words.size, words.stored]} hasActions={may} />
          <tbody>
            {files.map(({ path, sizeBytes, createdAt }) => (
              <tr key={path}>
                <td className="mono small anywhere">{path}</td>
                <td className="dim">{sizeBytes === null ? words.elsewhere : formatBytes(sizeBytes)}</td>
                <td className="dim">{createdAt === null ? '–' : <Ago at={createdAt} />}</td>
                {may && (
                  <td>
                    <DeleteButton
                      title={words.removeTitle(path)}
                      text={words.removeText}
                      label={words.remove}
                      onDelete={() => remove(path)}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Pane>
  )
}
