import { receiveUpload } from "@/lib/desk/changes/uploads/receive-upload";

export const POST = receiveUpload;
