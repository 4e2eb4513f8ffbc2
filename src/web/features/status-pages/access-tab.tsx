import { lateTexts } from '../../strings/late.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Glyph } from '../../ui/status.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useMay } from '../../session/session.tsx'
import { useUpdateCardPage } from './api.ts'
import { EmbedFields } from './embed-fields.tsx'
import type { CardPage } from './page-draft.ts'
import type { PageEditorProps } from './page-editor.tsx'
import type { EditedPage } from './use-page-draft.ts'

const words = lateTexts.statusPages.access

interface AccessTabProps extends Pick<PageEditorProps, 'summary' | 'kept' | 'password' | 'onPassword'> {
  readonly edited: EditedPage
}

/** Who may read a page, and where it may be shown. */
export const AccessTab = ({ summary, kept, ...props }: AccessTabProps) => (
  <>
    {!('components' in kept) && <Password kept={kept} {...props} />}
    <EmbedFields edited={props.edited} summary={summary} />
  </>
)

interface PasswordProps extends Omit<AccessTabProps, 'summary' | 'kept'> {
  readonly kept: CardPage
}

/** Whether a page has a password; each is shown once. */
function Password({ edited, kept, password = null, onPassword }: PasswordProps) {
  const update = useUpdateCardPage()
  const mayChange = useMay('updateStatusPage')
  const change = (body: { readonly isPrivate: boolean; readonly rotateKey?: true }): void =>
    update.mutate(
      { params: { statusPageId: kept.id }, body },
      { onSuccess: ({ keys: [key] }) => onPassword?.(key?.rawKey ?? null), onError: toastError },
    )
  const [key] = kept.keys
  return (
    <section className="pad stack gap12" aria-label={words.title}>
      <h2>{words.title}</h2>
      <CheckField
        isSwitch
        label={words.private}
        hint={words.hint}
        isOn={kept.isPrivate}
        disabled={update.isPending || edited.isUnsaved}
        onChange={(isPrivate) => change({ isPrivate })}
      />
      {edited.isUnsaved && <Note>{words.saveFirst}</Note>}
      {password !== null && (
        <div role="status">
          <Note kind="passing">
            <Glyph state="PASSING" />
            <div className="grow">
              <CodeBlock label={words.password} text={password} />
              <p className="mt8">{words.shownOnce}</p>
            </div>
          </Note>
        </div>
      )}
      {kept.isPrivate && key && (
        <p className="row wrap">
          <span>{words.current}</span> <code>{key.maskedKey}</code>
          {mayChange && !edited.isUnsaved && (
            <DeleteButton
              label={words.rotate}
              title={words.rotateTitle}
              text={words.rotateText}
              onDelete={() => change({ isPrivate: true, rotateKey: true })}
            />
          )}
        </p>
      )}
    </section>
  )
}
