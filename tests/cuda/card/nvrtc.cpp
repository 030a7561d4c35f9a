// libnvrtc.so.13 of the stand-in for a card: "compiles" whatever it is given, and names kernels as the emulator does.
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr char kCubin[] = "a cubin", kLog[] = "ptxas info    : Used 24 registers";

struct Program {
  std::vector<std::string> names;
};

}  // namespace

extern "C" {

const char* nvrtcGetErrorString(int) { return "a stand-in's error"; }
int nvrtcVersion(int* major, int* minor) {
  *major = 13;
  *minor = 0;
  return 0;
}
int nvrtcCreateProgram(Program** made, const char* source, const char*, int, const char* const*,
                       const char* const*) {
  *made = new Program;
  return std::strstr(source, "#include") ? 0 : 4;
}
int nvrtcDestroyProgram(Program** program) {
  delete *program;
  return 0;
}
int nvrtcAddNameExpression(Program* program, const char* name) {
  program->names.push_back(name);
  return 0;
}
int nvrtcCompileProgram(Program*, int count, const char* const* options) {
  for (int i = 0; i < count; ++i) {
    if (!std::strcmp(options[i], "--gpu-architecture=sm_90")) return 0;
  }
  return 5;
}
// The name is kept until the program goes.
int nvrtcGetLoweredName(Program* program, const char* name, const char** lowered) {
  for (const std::string& each : program->names) {
    if (each == name) *lowered = each.c_str();
  }
  return 0;
}
int nvrtcGetCUBINSize(Program*, size_t* size) {
  *size = sizeof(kCubin);
  return 0;
}
int nvrtcGetCUBIN(Program*, char* cubin) {
  std::memcpy(cubin, kCubin, sizeof(kCubin));
  return 0;
}
int nvrtcGetProgramLogSize(Program*, size_t* size) {
  *size = sizeof(kLog);
  return 0;
}
int nvrtcGetProgramLog(Program*, char* log) {
  std::memcpy(log, kLog, sizeof(kLog));
  return 0;
}
}
