export const scriptPhrases = {
  SCRIPT_SETUP_SCRIPT: 'The setup script',
  SCRIPT_SETUP_SCRIPT_OF_GROUP: 'The setup script of the group',
  SCRIPT_TEARDOWN_SCRIPT: 'The teardown script',
  SCRIPT_TEARDOWN_SCRIPT_OF_GROUP: 'The teardown script of the group',
  SCRIPT_SNIPPET_AS_SETUP: 'The snippet "{name}" as setup script',
  SCRIPT_SNIPPET_AS_SETUP_OF_GROUP: 'The snippet "{name}" as setup script of the group',
  SCRIPT_SNIPPET_AS_TEARDOWN: 'The snippet "{name}" as teardown script',
  SCRIPT_SNIPPET_AS_TEARDOWN_OF_GROUP: 'The snippet "{name}" as teardown script of the group',
} as const

export const scriptEndPhrases = {
  SCRIPT_END_FAILED_WITH: 'failed: {text}',
  SCRIPT_END_TOO_LONG: 'took too long',
  SCRIPT_END_PROCESSOR_TIME: 'used more processor time than it may',
  SCRIPT_END_MEMORY: 'used more memory than it may',
  SCRIPT_END_PROCESSES: 'started more processes than it may',
  SCRIPT_END_DISK: 'wrote more to disk than it may',
  SCRIPT_END_FILES: 'wrote more files than it may',
  SCRIPT_END_OUTPUT: 'wrote more output than it may',
  SCRIPT_END_CANCELLED: 'was cancelled',
  SCRIPT_END_PROCESS_LEFT: 'ended its process {processEnd} before it finished, for example by process.exit()',
  SCRIPT_END_LARGE_REQUEST: 'left a request of more than 256 KB.',
  SCRIPT_END_UNSENDABLE_REQUEST: 'left a request that cannot be sent: {reason}',
  SCRIPT_END_BODY_NO_STRING: 'left a response.body that is not a string. Use JSON.stringify for an object.',
  SCRIPT_END_LARGE_BODY: 'left a response.body of more than 256 KB.',
  SCRIPT_END_NOT_RUN_AFTER: 'did not run: the script before it {reason}',
  SCRIPT_END_NOT_FINISHED: 'did not finish within {seconds} seconds.',
  SCRIPT_END_MESSAGE_UNREADABLE: 'sent a message that cannot be read: {text}',
} as const

export const suiteEndPhrases = {
  SUITE_END_FIRST_PROCESS_ENDED: 'its first process ended before the suite did',
  SUITE_END_FIRST_PROCESS_KILLED: 'its first process was ended by a signal',
  SUITE_END_RAN_LONGER: 'it ran longer than a suite may, installation and tests together',
  SUITE_END_MORE_PROCESSOR_TIME: 'it used more than {hours} hours of processor time',
  SUITE_END_MORE_MEMORY: 'it used more than {gibibytes} GiB of memory',
  SUITE_END_MORE_PROCESSES: 'it had more than {count} processes',
  SUITE_END_MORE_DISK: 'it wrote more than {gibibytes} GiB, or the disk of the service is full',
  SUITE_END_MORE_FILES: 'it made more than {count} files',
  SUITE_END_MORE_OUTPUT: 'it wrote more than {megabytes} MB of output',
  SUITE_END_CANCELLED: 'it was cancelled',
} as const
