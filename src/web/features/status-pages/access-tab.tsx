import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useMay } from '../../session/session.tsx'
import { useAccess, useUpdateAccess } from './api.ts'
import type { Access } from './api.ts'
import { EmbedFields } from './embed-fields.tsx'
import type { PageEditorProps } from './page-editor.tsx'
import { useDeletePassword } from './readers/api.ts'
import { ReadersSection } from './readers/readers-section.tsx'
import type { EditedPage } from './use-page-draft.ts'

const words = lateTexts.statusPages.access

interface AccessTabProps extends Pick<PageEditorProps, 'summary' | 'password' | 'onPassword'> {
  readonly edited: EditedPage
}

/** Who may read a page, and where it may be shown. */
export const AccessTab = (props: AccessTabProps) => (
  <>
    <Loaded query={useAccess(props.summary.id)}>
      {(access) => (
        <>
          <Password access={access} {...props} />
          {access.isPrivate && <ReadersSection statusPageId={props.summary.id} />}
        </>
      )}
    </Loaded>
    <EmbedFields edited={props.edited} summary={props.summary} />
  </>
)

interface PasswordProps extends AccessTabProps {
  readonly access: Access
}

/** Whether a page has a password; each is shown once. */
function Password({ edited, summary: { id }, access, password, onPassword }: PasswordProps) {
  const update = useUpdateAccess()
  // The form begins again while this is under way, and the answer has to be shown then too.
  const change = (body: { readonly isPrivate: boolean; readonly rotateKey?: true }): void =>
    void update
      .mutateAsync({ params: { statusPageId: id }, body })
      .then(({ keys: [key] }) => onPassword(key?.rawKey ?? null), toastError)
  const rotate = (): void => change({ isPrivate: true, rotateKey: true })
  return (
    <section className="pad stack gap12" aria-label={words.title}>
      <h2>{words.title}</h2>
      <CheckField
        isSwitch
        label={words.private}
        hint={words.hint}
        isOn={access.isPrivate}
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
      {access.isPrivate && (
        <CurrentPassword statusPageId={id} access={access} mayChange={!edited.isUnsaved} onRotate={rotate} />
      )}
    </section>
  )
}

interface CurrentPasswordProps {
  readonly statusPageId: string
  readonly access: Access
  readonly mayChange: boolean
  readonly onRotate: () => void
}

/** The password that readers share, or none: then only those who were invited can open the page. */
function CurrentPassword({ statusPageId, access, mayChange, onRotate }: CurrentPasswordProps) {
  const [key] = access.keys
  const remove = useDeletePassword()
  const maySet = useMay('updateStatusPageAccess') && mayChange
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
          onDelete={() => remove.mutate({ params: { statusPageId } }, { onError: toastError })}
        />
      )}
    </p>
  )
}
