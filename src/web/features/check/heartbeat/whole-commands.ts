import { rhythmWords } from './job-rhythm.ts'
import type { JobRhythm } from './job-rhythm.ts'
import type { PingCommand } from './ping-commands.ts'
import { curlOf, inCrontab, inPowerShell, inShell, inUnit, inYaml } from './quoting.ts'

const pingLine = 'curl -fsS -m 10 --retry 5 -o /dev/null'

/** Output is cut before it is sent: no more than its end of 10 kB, in which the error is. */
const inScript = (url: string): string => `${curlOf(`${url}/start`)}
output=$(/path/to/job 2>&1); status=$?
printf '%s' "$output" | tail -c 10000 | ${pingLine} --data-binary @- ${inShell(url)}/$status
exit $status`

const inCron = (url: string, schedule: string): string =>
  `${schedule} ${inCrontab(curlOf(`${url}/start`))}; /path/to/job; ${inCrontab(`${pingLine} ${inShell(url)}`)}/$?`

/** A unit that a signal ended has the name of the signal as its status. */
const inSystemd = (url: string, timer: string): string => `# job.service
[Service]
Type=oneshot
ExecStartPre=-/usr/bin/${pingLine} ${inUnit(`${url}/start`)}
ExecStart=/path/to/job
ExecStopPost=/bin/sh -c '[ "$$EXIT_CODE" = exited ] || EXIT_STATUS=fail; exec ${pingLine} "$$0/$$EXIT_STATUS"' ${inUnit(url)}

# job.timer
[Timer]
${timer}

[Install]
WantedBy=timers.target`

const inWorkflow = (url: string, schedule: string): string => `# Once: gh secret set PING_URL --body ${inShell(url)}
on:
  schedule:
    - cron: ${inYaml(schedule)}
jobs:
  job:
    runs-on: ubuntu-latest
    env:
      PING_URL: \${{ secrets.PING_URL }}
    steps:
      - run: ${pingLine} "$PING_URL/start?rid=$GITHUB_RUN_ID"
      - run: ./job
      - if: success()
        run: ${pingLine} "$PING_URL/0?rid=$GITHUB_RUN_ID"
      - if: failure() || cancelled()
        run: ${pingLine} "$PING_URL/fail?rid=$GITHUB_RUN_ID"`

const inCronJob = (url: string, schedule: string, zone: string | null): string => `apiVersion: batch/v1
kind: CronJob
metadata:
  name: job
spec:
  schedule: ${inYaml(schedule)}${
    zone === null
      ? ''
      : `
  timeZone: ${inYaml(zone)}`
  }
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: job
              image: registry.example/job
              command:
                - sh
                - -c
                - |
                  ping() { wget -q -T 10 -O /dev/null "$PING_URL/$1?rid=$HOSTNAME"; }
                  ping start
                  /path/to/job; status=$?
                  ping $status
                  exit $status
              env:
                - name: PING_URL
                  value: ${inYaml(url)}`

const inPowerShellScript = (url: string): string => `$ping = ${inPowerShell(url)}
Invoke-RestMethod -Uri "$ping/start" -TimeoutSec 10 | Out-Null
try {
  $global:LASTEXITCODE = 0
  $output = .\\job.ps1 2>&1 | Out-String
  $end = if ($LASTEXITCODE -in 0..255) { $LASTEXITCODE } else { 'fail' }
} catch {
  $output = $_ | Out-String
  $end = 'fail'
}
Invoke-RestMethod -Method Post -Uri "$ping/$end" -Body $output -TimeoutSec 10 | Out-Null`

/** Commands that ping this address when a job starts and when it ends, with its exit status. The address is a secret. */
export function wholeCommands(url: string, rhythm: JobRhythm): readonly PingCommand[] {
  const { cron, timer, cronComment, zone } = rhythmWords(rhythm)
  return [
    { key: 'curl', text: inScript(url) },
    { key: 'cron', text: `${cronComment}${inCron(url, cron)}` },
    { key: 'systemd', text: inSystemd(url, timer) },
    { key: 'github', text: `${cronComment}${inWorkflow(url, cron)}` },
    { key: 'kubernetes', text: inCronJob(url, cron, zone) },
    { key: 'powershell', text: inPowerShellScript(url) },
  ]
}
