/**
 * Loaded into each server before its own code. When the script that started the server has ended in any way, the server ends as
 * on SIGTERM, so that it leaves no port occupied.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Without this the channel would keep a server alive that has closed everything else.
process.channel?.unref()
