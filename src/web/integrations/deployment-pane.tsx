import { useState } from 'react'
import { serviceUrl } from '../api/call.ts'
import { lateTexts } from '../strings/late.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/copy.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import { Pane } from '../ui/pane.tsx'
import { ErrorNote, Loaded } from '../ui/states.tsx'
import { useCreateDeploymentTrigger, useDeploymentTriggers, useMayTriggerByDeployment } from './api.ts'
import type { DeploymentTrigger, Target } from './api.ts'

const words = lateTexts.integrations.deployment

const isOf = (target: Target, trigger: DeploymentTrigger): boolean =>
  'checkId' in target ? trigger.checkId === target.checkId : trigger.groupId === target.groupId

/** The repositories whose deployments run a check or a group. */
export function DeploymentPane({ target }: { readonly target: Target }) {
  const [isOpen, setOpen] = useState(false)
  const mayCreate = useMayTriggerByDeployment()
  return (
    <Pane
      title={words.title}
      end={
        mayCreate && (
          <div className="end">
            <Button size="small" onClick={() => setOpen(true)}>
              {words.new}
            </Button>
          </div>
        )
      }
    >
      <div className="padx pb stack">
        <p className="small mute">{words.text}</p>
        <Loaded query={useDeploymentTriggers()} rows={2}>
          {(triggers) => <Repositories triggers={triggers.filter((one) => isOf(target, one))} />}
        </Loaded>
      </div>
      {isOpen && <NewTrigger target={target} onClose={() => setOpen(false)} />}
    </Pane>
  )
}

const Repositories = ({ triggers }: { readonly triggers: readonly DeploymentTrigger[] }) =>
  triggers.length === 0 ? (
    <p className="mute">{words.none}</p>
  ) : (
    <ul className="stack gap4">
      {triggers.map(({ id, repoName, environmentRegexFilter, environmentUrlRegexFilter }) => (
        <li key={id} className="row wrap">
          <b className="anywhere">{repoName}</b>
          <span className="small mute mono anywhere">
            {[environmentRegexFilter, environmentUrlRegexFilter].filter(Boolean).join(', ') || words.everyEnvironment}
          </span>
        </li>
      ))}
    </ul>
  )

function NewTrigger({ target, onClose }: { readonly target: Target; readonly onClose: () => void }) {
  const [repoName, setRepoName] = useState('')
  const [repoId, setRepoId] = useState('')
  const [environment, setEnvironment] = useState('')
  const [useEnvironmentUrl, setUseUrl] = useState(true)
  const create = useCreateDeploymentTrigger()
  const errors = create.error?.fields ?? {}
  const save = (): void => {
    const environmentRegexFilter = environment === '' ? null : environment
    const body = { ...target, repoName, repoId, environmentRegexFilter, useEnvironmentUrl }
    create.mutate({ body }, { onSuccess: onClose })
  }
  return (
    <DialogForm title={words.new} submit={words.create} isBusy={create.isPending} onSubmit={save} onClose={onClose}>
      <ErrorNote error={create.error} />
      <TextField
        label={words.repository}
        value={repoName}
        onChange={setRepoName}
        placeholder="octocat/hello-world"
        error={errors['repoName']}
        isRequired
      />
      <TextField
        label={words.id}
        hint={words.idHint}
        value={repoId}
        onChange={setRepoId}
        error={errors['repoId']}
        isRequired
      />
      <TextField
        label={words.environment}
        hint={words.environmentHint}
        value={environment}
        onChange={setEnvironment}
        error={errors['environmentRegexFilter']}
        isMono
      />
      <CheckField label={words.useUrl} hint={words.useUrlHint} isOn={useEnvironmentUrl} onChange={setUseUrl} />
      <p className="small">{words.webhook}</p>
      <CodeBlock label={words.payloadUrl} text={serviceUrl('/webhooks/github')} />
    </DialogForm>
  )
}
