export { handleAuth as GET, handleAuth as POST } from "@/lib/staff/auth-handler";
