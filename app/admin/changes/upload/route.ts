import { receiveUpload } from "@/lib/desk/changes/receive-upload";

export const POST = receiveUpload;
