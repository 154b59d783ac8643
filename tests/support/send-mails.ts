import { startMails } from "@/lib/mails/sending/send";

// A process that does nothing but send, so that it can be killed: its timers keep no process alive.
startMails();
setInterval(() => {}, 1_000_000);
