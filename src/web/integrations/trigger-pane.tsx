import { serviceUrl } from '../api/call.ts'
import { lateTexts } from '../strings/late.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/copy.tsx'
import { DeleteButton } from '../ui/delete-button.tsx'
import { Pane } from '../ui/pane.tsx'
import { Loaded } from '../ui/states.tsx'
import { Ago } from '../ui/time.tsx'
import { toastError } from '../ui/toast-error.ts'
import {
  useCreateTriggerOfCheck,
  useCreateTriggerOfGroup,
  useDeleteTriggerOfCheck,
  useDeleteTriggerOfGroup,
  useMayTrigger,
  useTriggerOfCheck,
  useTriggerOfGroup,
} from './api.ts'
import type { MayBe } from '../api/or-none.ts'

const words = lateTexts.integrations.trigger

interface Trigger {
  readonly token: string
  readonly called_at: string | null
}

/** The URL that runs a check, for roles that may run it. */
export function CheckTriggerPane({ checkId }: { readonly checkId: string }) {
  const create = useCreateTriggerOfCheck()
  const remove = useDeleteTriggerOfCheck()
  if (!useMayTrigger()) return null
  const input = { params: { checkId } }
  return (
    <CheckTrigger
      checkId={checkId}
      create={() => create.mutate(input, { onError: toastError })}
      remove={() => remove.mutate(input, { onError: toastError })}
    />
  )
}

interface Changing {
  readonly create: () => void
  readonly remove: () => void
}

const CheckTrigger = ({ checkId, ...changing }: Changing & { readonly checkId: string }) => (
  <TriggerPane query={useTriggerOfCheck(checkId)} path={`/checks/${checkId}/trigger/`} {...changing} />
)

/** The URL that runs the checks of a group, for roles that may run them. */
export function GroupTriggerPane({ groupId }: { readonly groupId: number }) {
  const create = useCreateTriggerOfGroup()
  const remove = useDeleteTriggerOfGroup()
  if (!useMayTrigger()) return null
  const input = { params: { groupId } }
  return (
    <GroupTrigger
      groupId={groupId}
      create={() => create.mutate(input, { onError: toastError })}
      remove={() => remove.mutate(input, { onError: toastError })}
    />
  )
}

const GroupTrigger = ({ groupId, ...changing }: Changing & { readonly groupId: number }) => (
  <TriggerPane query={useTriggerOfGroup(groupId)} path={`/check-groups/${groupId}/trigger/`} {...changing} />
)

interface PaneProps extends Changing {
  readonly query: MayBe<Trigger>
  /** Before the token. */
  readonly path: string
}

const TriggerPane = ({ query, path, create, remove }: PaneProps) => (
  <Pane title={words.title}>
    <div className="padx pb stack">
      <p className="small mute">{words.text}</p>
      <Loaded query={query} rows={2}>
        {(trigger) =>
          trigger === null ? (
            <div>
              <Button size="small" onClick={create}>
                {words.create}
              </Button>
            </div>
          ) : (
            <TriggerUrl url={serviceUrl(`${path}${trigger.token}`)} trigger={trigger} onDelete={remove} />
          )
        }
      </Loaded>
    </div>
  </Pane>
)

interface UrlProps {
  readonly url: string
  readonly trigger: Trigger
  readonly onDelete: () => void
}

const TriggerUrl = ({ url, trigger: { called_at }, onDelete }: UrlProps) => (
  <>
    <CodeBlock label="URL" text={url} />
    <CodeBlock label="curl" text={`curl --fail-with-body --max-time 40 '${url}'`} />
    <CodeBlock label="GitHub Actions" text={actionsStep} />
    <p className="small mute">{words.secret}</p>
    <div className="row wrap">
      <span className="small grow">
        {words.called} <Ago at={called_at} />
      </span>
      <DeleteButton title={words.deleteTitle} text={words.deleteText} label={words.delete} onDelete={onDelete} />
    </div>
  </>
)

const actionsStep = `- name: Run checks
  run: curl --fail-with-body --max-time 40 "$TRIGGER_URL"
  env:
    TRIGGER_URL: \${{ secrets.BELFRY_TRIGGER_URL }}`
