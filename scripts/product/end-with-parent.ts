/**
 * Loaded into each server before its own code: when the script that started it is gone, however it went, the server
 * ends as on SIGTERM, and leaves no port occupied.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Listening alone must not keep a server alive that has closed everything else.
process.channel?.unref()
