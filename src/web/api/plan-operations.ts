/** Rows of `operations`: the account, its reports by email, golden files, and what uses certificates and runtimes. */
export const planOperations = {
  getUsesOfClientCertificate: 'read GET /v1/client-certificates/{id}/uses',
  getUsesOfRuntime: 'read GET /v1/runtimes/{id}/uses',
  listGoldenFiles: 'read GET /v1/golden-files',
  getGoldenFilesOfCheck: 'read GET /v1/checks/{id}/golden-files',
  setGoldenFile: 'write PUT /v1/checks/{id}/golden-files',
  listScheduledReports: 'read GET /v1/scheduled-reports',
  createScheduledReport: 'write POST /v1/scheduled-reports',
  previewScheduledReport: 'read POST /v1/scheduled-reports/preview',
  updateScheduledReport: 'write PUT /v1/scheduled-reports/{id}',
  deleteScheduledReport: 'write DELETE /v1/scheduled-reports/{id}',
  sendScheduledReport: 'write POST /v1/scheduled-reports/{id}/send',
  updateOwnAccount: 'admin PUT /v1/accounts/me',
  deleteOwnAccount: 'owner POST /v1/accounts/me/deletion',
  getAccountUseHistory: 'read GET /v1/accounts/me/use/history',
} as const
