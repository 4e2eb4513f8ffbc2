import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
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
import { useDeletePassword } from './readers/api.ts'
import { ReadersSection } from './readers/readers-section.tsx'
import type { EditedPage } from './use-page-draft.ts'

const words = lateTexts.statusPages.access

interface AccessTabProps extends Pick<PageEditorProps, 'summary' | 'kept' | 'password' | 'onPassword'> {
  readonly edited: EditedPage
}

/** Who may read a page, and where it may be shown. */
export const AccessTab = ({ summary, kept, ...props }: AccessTabProps) => (
  <>
    {!('components' in kept) && <Password kept={kept} {...props} />}
    {!('components' in kept) && kept.isPrivate && <ReadersSection statusPageId={kept.id} />}
    <EmbedFields edited={props.edited} summary={summary} />
  </>
)

interface PasswordProps extends Omit<AccessTabProps, 'summary' | 'kept'> {
  readonly kept: CardPage
}

/** Whether a page has a password; each is shown once. */
function Password({ edited, kept, password = null, onPassword }: PasswordProps) {
  const update = useUpdateCardPage()
  const change = (body: { readonly isPrivate: boolean; readonly rotateKey?: true }): void =>
    update.mutate(
      { params: { statusPageId: kept.id }, body },
      { onSuccess: ({ keys: [key] }) => onPassword?.(key?.rawKey ?? null), onError: toastError },
    )
  const rotate = (): void => change({ isPrivate: true, rotateKey: true })
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
      {kept.isPrivate && <CurrentPassword kept={kept} mayChange={!edited.isUnsaved} onRotate={rotate} />}
    </section>
  )
}

interface CurrentPasswordProps {
  readonly kept: CardPage
  readonly mayChange: boolean
  readonly onRotate: () => void
}

/** The password that readers share, or none: then only those who were invited can open the page. */
function CurrentPassword({ kept, mayChange, onRotate }: CurrentPasswordProps) {
  const [key] = kept.keys
  const remove = useDeletePassword()
  const maySet = useMay('updateStatusPage') && mayChange
  const mayDelete = useMay('deleteStatusPagePassword') && mayChange
  if (key === undefined)
    return (
      <p className="row wrap">
        <span>{words.noPassword}</span>
        {maySet && (
          <Button size="small" onClick={onRotate}>
            {words.rotate}
          </Button>
        )}
      </p>
    )
  return (
    <p className="row wrap">
      <span>{words.current}</span> <code>{key.maskedKey}</code>
      {maySet && (
        <DeleteButton label={words.rotate} title={words.rotateTitle} text={words.rotateText} onDelete={onRotate} />
      )}
      {mayDelete && (
        <DeleteButton
          label={words.deletePassword}
          title={words.deletePasswordTitle}
          text={words.deletePasswordText}
          onDelete={() => remove.mutate({ params: { statusPageId: kept.id } }, { onError: toastError })}
        />
      )}
    </p>
  )
}
