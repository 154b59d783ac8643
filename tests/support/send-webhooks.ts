import { startWebhooks } from "@/lib/webhooks/sending/send";

// A process that does nothing but send, so that it can be killed: its timers keep no process alive.
startWebhooks();
setInterval(() => {}, 1_000_000);
